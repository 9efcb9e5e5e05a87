import { cloneElement, isValidElement, type ReactElement } from 'react';
import { piecesOf } from './say';
import type { Text, Values } from './text';

interface TransProps {
  text: Text;
  values?: Values;
  /** The elements that the text's tags stand for. */
  components?: Readonly<Record<string, ReactElement>>;
}

type Drawn = string | ReactElement;

/** A text is the only child of an element: translators of browsers replace text nodes, and React loses them. */
const draw = (nodes: readonly Drawn[]): ReactElement[] =>
  nodes.map((node, key) =>
    typeof node === 'string' ? <span key={key}>{node}</span> : cloneElement(node, { key }),
  );

/** Draws a text with elements in it. Write `Trans` of `@lingui/react/macro`, of which the build makes this one. */
export const Trans = ({ text, values = {}, components = {} }: TransProps) => {
  const root: Drawn[] = [];
  const open = [{ name: '', nodes: root }];
  const add = (node: Drawn) => {
    const nodes = open.at(-1)?.nodes ?? root;
    const last = nodes.at(-1);
    if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
    else if (node !== '') nodes.push(node);
  };
  const addTag = (name: string, nodes: readonly Drawn[]) => {
    const component = components[name];
    if (component === undefined) nodes.forEach(add);
    else if (nodes.length === 0) add(component);
    else add(cloneElement(component, {}, nodes.length === 1 ? nodes[0] : draw(nodes)));
  };
  for (const [index, piece] of piecesOf(text, values).entries()) {
    if (index % 2) add(isValidElement(piece) ? piece : String(piece));
    else
      for (const part of String(piece).split(/(<\/?\w+\/?>)/)) {
        const [, end, name = '', empty] = /^<(\/?)(\w+)(\/?)>$/.exec(part) ?? [];
        if (name === '') add(part);
        else if (empty) addTag(name, []);
        else if (!end) open.push({ name, nodes: [] });
        else if (open.length > 1) addTag(name, open.pop()?.nodes ?? []);
      }
  }
  return <>{draw(root)}</>;
};
