/** The name of a post without a title. */
export const untitledPost = (fullName: string): string => `Post by ${fullName}`;
