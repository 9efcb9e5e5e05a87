import { createElement, type SVGAttributes } from 'react';

/** The content of lucide's icon files: the icon's name and its shapes, as tags with attributes. */
interface IconData {
  name: string;
  node: readonly (readonly [string, Record<string, string>])[];
}

interface IconProps extends SVGAttributes<SVGSVGElement> {
  /** Width and height in px. */
  size?: number;
}

/** Converts a shape to path data; null if it must stay a separate element. */
const outline = (tag: string, { d, cx, cy, r, x1, y1, x2, y2, fill }: Record<string, string>) => {
  if (fill) return null;
  // start each path at the origin, so that relative data keeps its meaning after other paths
  if (tag === 'path') return `M0 0${d}`;
  if (tag === 'line') return `M${x1} ${y1}L${x2} ${y2}`;
  if (tag !== 'circle') return null;
  const wide = 2 * Number(r);
  return `M${Number(cx) - Number(r)} ${cy}a${r} ${r} 0 1 0 ${wide} 0a${r} ${r} 0 1 0-${wide} 0z`;
};

/** Icons grow with the text up to 1.5 times; larger ones would not fit their containers. */
const grown = (size: number): string => `min(${size / 16}rem, ${size * 1.5}px)`;

/**
 * Creates an icon component from lucide's data. The build replaces lucide's own factory with this one
 * (build-lean.ts): the app does not use its context, aliases and scaling modes, and every first page would load
 * them. Merges shapes into one path where possible, because a list of posts has thousands of icons.
 */
const createIcon = ({ name, node }: IconData) => {
  const outlines = node.map(([tag, attributes]) => outline(tag, attributes));
  const shapes = node.filter((_shape, index) => outlines[index] === null);
  const d = outlines.filter(Boolean).join('');
  const Icon = ({ size = 24, strokeWidth = 2, className = '', ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        style: { width: grown(size), height: grown(size) },
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
        className: `lucide lucide-${name} ${className}`,
      },
      d && createElement('path', { d }),
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  Icon.displayName = name;
  return Icon;
};

export default createIcon;
