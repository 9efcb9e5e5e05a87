/** Whether the browser has passkeys, with their JSON methods (Chrome 129, Firefox 119, Safari 18.4). */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
