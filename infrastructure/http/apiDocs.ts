import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type express from 'express';
import { Router } from 'express';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Reliquary: the API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body><div id="api"></div></body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });
`;

/** Serves `/api/openapi.json`, and `/api/docs` to read and try it. The document is built once, on the first request. */
export const apiDocs = (makeDocument: () => object): Router => {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const asset = (name: string) => readFileSync(join(folder, name));
  let document: string | undefined;

  const router = Router();
  router.get('/openapi.json', (_request, response) => {
    document ??= JSON.stringify(makeDocument());
    response.locals.route = 'GET openapi.json';
    response.set('Cache-Control', 'no-cache').type('application/json').send(document);
  });
  router.get('/docs', (_request, response) => {
    response.locals.route = 'GET docs';
    response.set('Cache-Control', 'no-cache').type('html').send(PAGE);
  });
  const kept: express.RequestHandler = (_request, response, next) => {
    response.set('Cache-Control', 'public, max-age=86400');
    next();
  };
  router.get('/docs/start.js', kept, (_request, response) => void response.type('js').send(START));
  router.get(
    '/docs/swagger-ui.css',
    kept,
    (_request, response) => void response.type('css').send(asset('swagger-ui.css')),
  );
  router.get(
    '/docs/swagger-ui-bundle.js',
    kept,
    (_request, response) => void response.type('js').send(asset('swagger-ui-bundle.js')),
  );
  return router;
};
