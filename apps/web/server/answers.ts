import type { ServerResponse } from 'node:http';

export const refuse = (response: ServerResponse, status: number, code: string, message: string) => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
  });
  response.end(JSON.stringify({ success: false, message, code }));
};

export const notFound = (response: ServerResponse) =>
  refuse(response, 404, 'NOT_FOUND', 'There is no such file.');

export const POLICY = 'content-security-policy';

/** What carries a session is kept nowhere. */
export const setCaching = (response: ServerResponse, rule: string) =>
  response.setHeader('cache-control', response.hasHeader('set-cookie') ? 'private, no-store' : rule);
