/** What keeps the reader's place and focus: nothing that the first posts wait for, so it comes after them. */
export const loadUpkeep = () => import('./upkeep');
