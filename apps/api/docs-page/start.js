/* Shows the document that is served beside this script. */
window.SwaggerUIBundle({
  url: new URL('openapi.json', document.currentScript.src).href,
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  // A badge of a public checker is loaded from its site otherwise.
  validatorUrl: null,
});
