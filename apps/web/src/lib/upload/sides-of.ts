import type { Sides } from '@social-feed/contracts';

/** Returns the size of a picture as shown. @throws Error if the browser cannot read it */
export const sidesOf = async (address: string): Promise<Sides> => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
};
