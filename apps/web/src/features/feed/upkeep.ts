export { keepFocus } from './model/kept-focus';
export { watchPlace } from './model/watch-place';
