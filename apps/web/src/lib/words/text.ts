export type { Part, Text, Values } from '@social-feed/contracts/say';
