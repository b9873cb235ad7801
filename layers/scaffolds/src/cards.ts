import type { Card } from '@signet/readings'
import { type Design, hasTrigger, portsOf } from './design.ts'

interface DesignFacts {
  /** Whether requests or connections start a function. */
  readonly isCalled: boolean
  /** Whether it verifies its callers. */
  readonly verifies: boolean
  /** Whether messages, stream records or files start a function. */
  readonly consumes: boolean
  /** Whether it has functions. */
  readonly runs: boolean
  /** Whether a function uses both records and a queue. */
  readonly sends: boolean
  /** Keys of its threats. */
  readonly threats: ReadonlySet<string>
  readonly ports: ReturnType<typeof portsOf>
  readonly intention: string
}

const MONEY = /\b(?:pay|paid|payments?|money|amounts?|balances?|credits?|prices?|invoices?|refunds?|points|billing)\b/i

/** Conditions under which a card applies to a design. A card that is not listed applies to every design. */
const CARD_CONDITIONS: Readonly<Record<string, (facts: DesignFacts) => boolean>> = {
  'stride-forged-caller': ({ verifies }) => verifies,
  'stride-stolen-session': ({ verifies }) => verifies,
  'stride-role-by-client': ({ verifies }) => verifies,
  'stride-error-tells': ({ verifies }) => verifies,
  'stride-lock-out': ({ verifies }) => verifies,
  'stride-unsigned-event': ({ isCalled }) => isCalled,
  // A service that only reads has no mass assignment.
  'stride-mass-assignment': ({ isCalled, threats }) => isCalled && threats.has('records-lost-update'),
  'stride-forgotten-route': ({ isCalled }) => isCalled,
  'stride-noisy-neighbor': ({ isCalled }) => isCalled,
  'stride-retry-storm': ({ isCalled }) => isCalled,
  'stride-side-channel-count': ({ isCalled }) => isCalled,
  'stride-confused-issuer': ({ threats }) => threats.has('token-forged'),
  'stride-two-writers': ({ threats }) => threats.has('records-lost-update'),
  'arch-two-writers': ({ threats }) => threats.has('records-lost-update'),
  'stride-foreign-id': ({ threats }) => threats.has('records-foreign') || threats.has('items-foreign'),
  // Callers supply URLs only where they subscribe receivers. Addresses in settings belong to the operator.
  'stride-open-url': ({ threats }) => threats.has('inside'),
  'stride-poisoned-cache': ({ threats }) => threats.has('shared-cache'),
  'stride-told-by-text': ({ ports }) => ports.has('model'),
  'stride-poison': ({ consumes }) => consumes,
  'arch-order': ({ consumes }) => consumes,
  'arch-outbox': ({ sends }) => sends,
  'stride-clock': ({ ports }) => ports.has('records'),
  'stride-unbounded-work': ({ runs }) => runs,
  'stride-escape-by-job': ({ runs }) => runs,
  'stride-wide-role': ({ runs }) => runs,
  'stride-money-moved': ({ intention }) => MONEY.test(intention),
}

const factsOf = (design: Design, intention: string): DesignFacts => {
  const ports = portsOf(design)
  const isCalled = hasTrigger(design, 'http') || hasTrigger(design, 'connection')
  const cells = design.boundaries.flatMap((boundary) => Object.values(boundary.cells))
  const drafts = cells.flatMap((cell) => (typeof cell === 'string' ? [] : cell))
  return {
    ports,
    intention,
    isCalled,
    verifies: isCalled && !design.isOpen,
    consumes: (['queue', 'stream', 'file'] as const).some((trigger) => hasTrigger(design, trigger)),
    runs: design.functions.length > 0,
    sends: design.functions.some(({ uses }) => uses.includes('queue') && uses.includes('records')),
    threats: new Set(drafts.map(({ key }) => key)),
  }
}

/** Returns the cards whose condition in `CARD_CONDITIONS` the design meets. */
export const applicableCards = (cards: readonly Card[], design: Design, intention: string): Card[] => {
  const facts = factsOf(design, intention)
  return cards.filter(({ id }) => CARD_CONDITIONS[id]?.(facts) ?? true)
}
