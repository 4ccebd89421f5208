import { rated, rating } from '#application/contract/reviews.ts';
import { access } from '#domain/access/access.ts';
import type { Endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, idParameter, SUCCESS } from '../deps.ts';

export const ratingEndpoints = ({ reviews }: EndpointDeps): Endpoint[] => [
  command({
    method: 'post',
    path: 'user/{id}/rate',
    operationId: 'rateSeller',
    tag: 'User',
    summary: 'Rate the seller of a transaction; add a review now or later',
    limit: 'dealing',
    may: access.sale.do.rate,
    params: idParameter,
    body: rating,
    response: rated,
    run: (call) => reviews.rate(call.params.id, call.body, call.context),
    answer: () => ({ ...SUCCESS, message: 'Rating submitted successfully' }),
  }),
];
