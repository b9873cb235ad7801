import type { JobCharge } from '../clients/imagegen.ts'

const STATES: Readonly<Record<JobCharge['state'], string>> = {
  held: 'set aside until it has ended',
  captured: 'paid',
  released: 'given back: it cost nothing',
}

/** What a job cost, in words. */
export const chargeWords = (charge: JobCharge | null | undefined): string => {
  if (!charge) return 'It is free.'
  const { credits, state } = charge
  return `${credits.toLocaleString('en')} ${credits === 1 ? 'credit' : 'credits'}, ${STATES[state]}.`
}
