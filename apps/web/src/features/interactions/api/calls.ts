export { addShare, toggleReaction } from './reactions';
export { sendBatch, sendView } from './send-views';
