import { ROLES, type Role } from '../decks/roles.ts'
import type { Spread } from '../spreads/spread.ts'

/** The positions of every consultation, in their order (runtime.md 6). */
export const POSITIONS = ['situation', 'blind_spot', 'risk', 'option', 'first_step'] as const
export type Position = (typeof POSITIONS)[number]

interface Consultation {
  readonly shared: string
  readonly beside: string
  readonly title: string
  readonly asks: Readonly<Record<Position, string>>
}

const CONSULTATIONS: Readonly<Record<Role, Consultation>> = {
  cto: {
    shared: 'resilience',
    beside: 'people, money, risk, process',
    title: 'What do we build, and what undoes it?',
    asks: {
      situation: 'Which technical choice matters most here?',
      blind_spot: 'What does nobody look at who looks at the code?',
      risk: 'What fails first, and who notices?',
      option: 'Which way is there to lower the price?',
      first_step: 'What is done first?',
    },
  },
  ciso: {
    shared: 'stride-core',
    beside: 'people, process, money, technology',
    title: 'Who can reach what, and how do we know?',
    asks: {
      situation: 'What does an attacker see first?',
      blind_spot: 'Which way in is no matter of code?',
      risk: 'Which threat is left?',
      option: 'Which control is cheaper than the damage?',
      first_step: 'What is closed first?',
    },
  },
  cfo: {
    shared: 'resilience',
    beside: 'people, process, technology, data, risk',
    title: 'What does it cost, and what does it earn?',
    asks: {
      situation: 'Which number decides?',
      blind_spot: 'Which cost has no line in the plan?',
      risk: 'What does an outage cost?',
      option: 'Where can it be had for less?',
      first_step: 'Which number is measured first?',
    },
  },
  cmo: {
    shared: 'privacy-core',
    beside: 'process, technology, data, risk',
    title: 'Who wants it, and what may we say?',
    asks: {
      situation: 'Whom is it for?',
      blind_spot: 'Which promise is not ours to keep?',
      risk: 'Which trust can be lost?',
      option: 'Which way leads to them?',
      first_step: 'What is tried first?',
    },
  },
  cpo: {
    shared: 'privacy-core',
    beside: 'people, process, money, data',
    title: 'Whose problem is it, and is it solved?',
    asks: {
      situation: 'Which problem is solved?',
      blind_spot: 'Who is not asked?',
      risk: 'What do people lose who trust it?',
      option: 'What could be left out?',
      first_step: 'What is learned first?',
    },
  },
  architect: {
    shared: 'stride-core',
    beside: 'people, process, money, data',
    title: 'Which shape holds where it is worst?',
    asks: {
      situation: 'Which quality decides the shape?',
      blind_spot: 'Which seam does no drawing show?',
      risk: 'What crosses a boundary of trust?',
      option: 'Which other shape is there?',
      first_step: 'What is proved first?',
    },
  },
  mara: {
    shared: 'resilience',
    beside: 'people, process, money, data',
    title: 'Does it run, and does it come back?',
    asks: {
      situation: 'What must run, and how do we see that it does?',
      blind_spot: 'What is silent when it fails?',
      risk: 'What does not come back?',
      option: 'Which toil can be had without?',
      first_step: 'What is rehearsed first?',
    },
  },
  sera: {
    shared: 'privacy-core',
    beside: 'process, technology, data, money',
    title: 'Who uses it, and who cannot?',
    asks: {
      situation: 'What does a person who uses it need?',
      blind_spot: 'Who cannot use it at all?',
      risk: 'What of them could get out?',
      option: 'What would save them the question?',
      first_step: 'What is mended first?',
    },
  },
}

const VERSION = '1.0.0'

const scriptOf = (
  role: Role,
  { shared, beside, title, asks }: Consultation,
): string => `spread ${role}_consultation "${title}"
deck own    = ${role}@1
deck shared = ${shared}@1

position situation "${asks.situation}"
  draw 1 from own top
position blind_spot "${asks.blind_spot}"
  draw 1 from own where element in (${beside})
position risk "${asks.risk}"
  draw 1 from shared where severity >= medium
position option "${asks.option}"
  draw 1 from own where not must and (phase in (design, build, launch) or phase is unknown)
position first_step "${asks.first_step}"
  draw 1 from own top

say "${ROLES[role]}: {situation.titles}. First: {first_step.titles}."
speak as ${role} about situation, risk, first_step
`

/** The spread of a role: a script like any other, so that a consultation is done again like any reading (runtime.md 6). */
export const roleSpread = (role: Role): Spread => {
  const consultation = CONSULTATIONS[role]
  const script = scriptOf(role, consultation)
  return { name: `${role}_consultation`, version: VERSION, title: consultation.title, script }
}
