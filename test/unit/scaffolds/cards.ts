import type { Card } from '@signet/readings'

const card = (overrides: Partial<Card> & Pick<Card, 'id' | 'title'>): Card => ({
  element: 'risk',
  severity: 'high',
  question: 'Which test shows that this cannot happen?',
  why: 'A known address is not a secret, and a body that is parsed before it is verified can be forged.',
  advice: [{ do: 'Name the check and its test', owner: 'engineering', done_when: 'the test is red without the check' }],
  check: { test: 'change a byte, repeat, send twice', level: 'integration' },
  tells: [],
  evidence: ['the tests'],
  not_when: 'no client can call the service',
  refs: [],
  ...overrides,
})

/** Cards as a draw returns them: threats of three letters, one without a test, and two decisions. */
export const CARDS: readonly Card[] = [
  card({
    id: 'stride-unsigned-event',
    title: 'A third party sends events that the sender did not create',
    stride: 'S',
    severity: 'critical',
    must: true,
    tells: ['webhook', 'signature', 'stranger', 'address'],
  }),
  card({
    id: 'ciso-foreign-id',
    title: 'A foreign id of a record in the path',
    stride: 'I',
    tells: ['tenant', 'caller', 'record'],
  }),
  card({ id: 'ciso-odd', title: 'The quarterly review skips dormant contractors', stride: 'E', severity: 'medium' }),
  card({
    id: 'mara-flood',
    title: 'More requests than can be served',
    stride: 'D',
    element: 'process',
    tells: ['flood', 'limit', 'body'],
  }),
  card({ id: 'cto-reversible', title: 'Which choice cannot be undone?', element: 'technology' }),
  card({ id: 'cfo-unit-cost', title: 'Cost of one more customer', element: 'money' }),
]

/** Returns a subset of the cards by seed, as a draw does. */
export const drawnCards = (seed: number): readonly Card[] => CARDS.filter((_, index) => (index + seed) % 2 === 0)
