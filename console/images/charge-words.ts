import type { JobCharge } from '../api/images.ts'
import { counted } from '../session/amounts.ts'

const STATES: Readonly<Record<JobCharge['state'], string>> = {
  held: 'set aside until it has ended',
  captured: 'paid',
  released: 'given back: it cost nothing',
}

export const chargeWords = (charge: JobCharge | null | undefined): string => {
  if (!charge) return 'It is free.'
  const { credits, state } = charge
  return `${counted(credits, 'credit')}, ${STATES[state]}.`
}
