/** A page's body and what belongs to it, drawn by src/app/drawn for the web server. */
export interface Drawn {
  /** The page's body, as text of HTML. */
  markup: string;
  /** The elements that fetch the first picture ahead; empty if there is none. */
  preload: string;
}
