import { lineDirections } from '../../lib/line-directions';
import { LinkedText } from './linked-text';

/** A plain text with an empty line between its paragraphs; addresses in it are links. */
export const Paragraphs = ({ text }: { text: string }) => (
  <div dir="auto" className="flex flex-col gap-4 wrap-anywhere whitespace-pre-line">
    {text.split(/\n\s*\n/).map((paragraph, index) => (
      <p key={index} style={lineDirections(text)}>
        <LinkedText text={paragraph} />
      </p>
    ))}
  </div>
);
