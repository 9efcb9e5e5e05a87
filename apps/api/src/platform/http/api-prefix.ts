import type { RequestHandler } from 'express';

const PREFIX = '/api';

/** Serves every address under `/api` as well, for deployments of web and API on one origin (design §2, Paths). */
export const stripApiPrefix: RequestHandler = (req, _res, next) => {
  const { url } = req;
  if (url.startsWith(PREFIX)) {
    const rest = url.slice(PREFIX.length);
    if (rest === '' || rest.startsWith('?')) req.url = `/${rest}`;
    else if (rest.startsWith('/')) req.url = rest;
  }
  next();
};
