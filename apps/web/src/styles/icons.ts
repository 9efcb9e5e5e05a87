import { Bookmark, ChevronLeft, Ellipsis, Eye, Heart, MessageCircle, Share2, ThumbsDown } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import plugin from 'tailwindcss/plugin';

/** The address of an icon as a picture, for `mask`; its colour does not matter. */
const pictureOf = (icon: typeof Heart, fill = 'none'): string => {
  const svg = renderToStaticMarkup(createElement(icon, { color: 'red', fill }))
    .replaceAll(/ (?:class|aria-hidden|width|height)="[^"]*"/g, '')
    .replaceAll(/><\/(?!svg)\w+>/g, '/>')
    .replaceAll('"', "'");
  return `url("data:image/svg+xml,${svg.replaceAll('<', '%3c').replaceAll('>', '%3e')}")`;
};

/**
 * `icon-*` utilities for the icons of each post. They draw one before the text of an element that has the class `icon`,
 * where a component of lucide would add up to six elements.
 */
export default plugin((tailwind) =>
  tailwind.matchUtilities(
    { icon: (picture: string) => ({ '&::before': { 'mask-image': picture } }) },
    {
      values: {
        bookmark: pictureOf(Bookmark),
        'bookmark-filled': pictureOf(Bookmark, 'red'),
        'chevron-left': pictureOf(ChevronLeft),
        ellipsis: pictureOf(Ellipsis),
        eye: pictureOf(Eye),
        heart: pictureOf(Heart),
        'heart-filled': pictureOf(Heart, 'red'),
        'message-circle': pictureOf(MessageCircle),
        share: pictureOf(Share2),
        'thumbs-down': pictureOf(ThumbsDown),
        'thumbs-down-filled': pictureOf(ThumbsDown, 'red'),
      },
    },
  ),
);
