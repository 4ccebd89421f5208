import { Router } from 'express';
import type { Knex } from 'knex';
import { concat } from '#application/transparency/bytes.ts';
import { readTilePath, widthIn } from '#application/transparency/tiles.ts';
import { lastHead } from './heads.ts';
import { findTiles } from './tiles.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * C2SP tlog-tiles, public and CORS-enabled: `/checkpoint` with cosignatures, and tiles. Tiles are hashes; event
 * content is never served here.
 */
export const transparencyRoutes = (db: Knex): Router => {
  const router = Router();
  router.use((request, response, next) => {
    response.locals.route = `${request.method} /tlog`;
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
    next();
  });
  router.get('/checkpoint', async (_request, response, next) => {
    const head = await lastHead(db);
    if (!head) return next();
    response
      .set('Cache-Control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${head.note}${head.cosignatures}`);
  });
  router.get('/tile/*path', async (request, response, next) => {
    const wanted = readTilePath(([] as string[]).concat(request.params.path ?? []).join('/'));
    const head = wanted && (await lastHead(db));
    if (!head || wanted.width > widthIn(head.size, wanted)) return next();
    const [tile] = await findTiles(db, [wanted]);
    if (!tile || tile.hashes.length < wanted.width) return next();
    response
      .set('Cache-Control', `public, max-age=${YEAR_S}, immutable`)
      .type('application/octet-stream')
      .send(Buffer.from(concat(...tile.hashes.slice(0, wanted.width))));
  });
  return router;
};
