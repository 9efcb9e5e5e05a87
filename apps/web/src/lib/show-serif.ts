/** Shows the serif typeface, the page's only font, if it is here. Call it as another page is drawn. */
export const showSerif = (): void => {
  if (document.fonts.size > 0) document.documentElement.dataset['serif'] = '';
};
