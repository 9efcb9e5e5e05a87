/** The commas of the scripts that the keyboards of people write. */
export const COMMAS = [',', '，', '、', '،'] as const;

const COMMA = new RegExp(`[${COMMAS.join('')}]`, 'u');

/** The parts between commas of any script. */
export const splitAtCommas = (text: string): string[] => text.split(COMMA);
