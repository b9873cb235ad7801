/** Returns an event of Stripe's v1 API with changed fields. */
const snapshot = (members: object): object => ({
  id: 'evt_1',
  object: 'event',
  type: 'invoice.paid',
  livemode: false,
  created: 1,
  api_version: '2026-10-28.endive',
  data: { object: { id: 'in_1', object: 'invoice' } },
  ...members,
})

/** Signed bodies that Stripe's v1 API does not send. */
export const MALFORMED_EVENTS: Readonly<Record<string, unknown>> = {
  'a thin event of the v2 API': {
    id: 'evt_test_65a',
    object: 'v2.core.event',
    type: 'v2.core.account.updated',
    livemode: false,
    created: '2026-11-25T00:00:00.000Z',
    related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
  },
  'no data': snapshot({ data: undefined }),
  'data without an object': snapshot({ data: {} }),
  'data that is null': snapshot({ data: null }),
  'an object that is a list': snapshot({ data: { object: [] } }),
  'an object that is a string': snapshot({ data: { object: 'in_1' } }),
  'an object whose id is a number': snapshot({ data: { object: { id: 7, object: 'invoice' } } }),
  'a customer without an id': snapshot({ data: { object: { id: 'in_1', object: 'invoice', customer: {} } } }),
  'previous attributes that are a string': snapshot({
    data: { object: { id: 'in_1', object: 'invoice' }, previous_attributes: 'x' },
  }),
  'a time that is a string': snapshot({ created: '2026-11-25T00:00:00.000Z' }),
  'a time beyond the range of dates': snapshot({ created: 1e300 }),
  'no time': snapshot({ created: undefined }),
  'an id that is a number': snapshot({ id: 7 }),
  'no id': snapshot({ id: undefined }),
  'an empty id': snapshot({ id: '' }),
  'an id that is too long for a key': snapshot({ id: 'e'.repeat(3_000) }),
  'a type that is a number': snapshot({ type: 7 }),
  'no mode': snapshot({ livemode: undefined }),
  'a list': [],
  nothing: null,
  'a number': 7,
  'a string': 'x',
}
