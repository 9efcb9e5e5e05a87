import { createElement, type SVGAttributes } from 'react';

/** What lucide's icon files hold: the icon's name and its shapes, as tags with attributes. */
interface IconData {
  name: string;
  node: readonly (readonly [string, Record<string, string>])[];
}

interface IconProps extends SVGAttributes<SVGSVGElement> {
  /** Width and height in px. */
  size?: number;
}

/**
 * Makes an icon component of lucide's data. The build puts it in the place of lucide's own maker (build-lean.ts), whose
 * context, aliases and scaling modes nobody here uses and every first page would load.
 */
const createIcon = ({ name, node }: IconData) => {
  const Icon = ({ size = 24, strokeWidth = 2, className = '', ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
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
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  Icon.displayName = name;
  return Icon;
};

export default createIcon;
