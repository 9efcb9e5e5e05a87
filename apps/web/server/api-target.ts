/** Where Vite reaches the API in development: 127.0.0.1, unless the API listens only on one other address. */
export function apiTarget({ API_HOST = '', API_PORT }: Record<string, string | undefined>): string {
  const host = ['', '0.0.0.0', '::'].includes(API_HOST.trim()) ? '127.0.0.1' : API_HOST.trim();
  return `http://${host.includes(':') ? `[${host}]` : host}:${API_PORT || '4000'}`;
}
