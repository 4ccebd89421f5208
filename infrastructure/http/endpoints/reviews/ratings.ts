import { rated, rating } from '#application/contract/reviews.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, granted, idParameter, SUCCESS } from '../deps.ts';

export const ratingEndpoints = ({ reviews }: EndpointDeps): Endpoint[] => [
  endpoint({
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
    handle: async (call) => {
      const { position } = granted(await reviews.rate(call.params.id, call.body, call.context));
      return { body: { ...SUCCESS, message: 'Rating submitted successfully' }, position };
    },
  }),
];
