/** A picture in a post. */
export const image = (name: string) => ({
  url: `https://pictures.example/${name}.jpg`,
  kind: 'image',
  alt: `Picture of a ${name}`,
  width: 800,
  height: 600,
});

/** A clip in a post. */
export const clip = (name: string) => ({
  url: `https://pictures.example/${name}.mp4`,
  kind: 'video',
  width: 640,
  height: 360,
});
