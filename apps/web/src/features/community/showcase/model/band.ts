/** The picture above the sign-in form of narrow windows: the first slide's. */
export const BAND = '/showcase/balloons.webp';
