import type { Content } from '@signet/evidence'

/** Wordings that satisfy a requirement, and near misses: texts with its words that do not. */
export interface Wordings {
  readonly id: string
  readonly members?: Partial<Content>
  readonly satisfying: readonly string[]
  readonly nearMisses: readonly string[]
}

export const WORDINGS: readonly Wordings[] = [
  {
    id: 'XPT-05',
    members: { domains: ['medical'] },
    satisfying: [
      'Reviewed for law by Prof. Una Keane, LLD.',
      'Reviewed before publication by Arthur Stowe, JD, managing partner.',
      '(Checked for errors by my niece Carol Huckaby, CFP.)',
      'Answers checked by Folake Ajayi, LLB, barrister, Gatehouse Law Centre.',
      'Checked and approved by Peter Nolan, ACA.',
      'This page was last reviewed in May 2026 by Dr Leila Haddad, MRCGP.',
      'Dr Amina Farouk, MRCGP, has read and approved this leaflet.',
      'My thanks to Ravi Sen, solicitor, who checked the law in this note.',
      'Clinical reviewer: Joan Tilley, RN',
      'Medical review — Sara Lind, MD, cardiologist',
      'Fact-checked by registered dietitian Mona Reyes.',
      'The doses were verified by consultant pharmacist Owen Hart.',
      'Joan Tilley, RN, went over this article before it was printed.',
      'The figures were signed off by Peter Nolan, FCCA.',
    ],
    nearMisses: [
      'Reviewed for style by the marketing team.',
      'Reviewed by Jane Doe.',
      'Reviewed by Jane Doe, editor.',
      'The trial was reviewed by Dr Ann Lee, MD, in 2020.',
      'My thanks to Dr Sinead Walsh, FRCPI, who sent me for the study.',
      'Photographs by Aaron Whitfield, MD',
      'Medical review: pending.',
      'Typeset by Oliver Prentice, LLM',
      'Ann Lee, MD, reviewed 14 trials of it.',
    ],
  },
  {
    id: 'XPT-02',
    satisfying: [
      'Thirty-one years a mechanic here, mostly French stuff.',
      'Twenty years a parish nurse, and I still wince.',
      'She has been a midwife for 13 years.',
      'I have taught the violin for nearly twenty years.',
      'Ask Helena Strachan, solicitor (SRA no. 448120).',
      'Rhiannon Vale, MCSP, sees musicians.',
      'Ekaterina Solis BMus teaches in Salford.',
      'Ann Lee, MA, FRSA, keeps the archive.',
      'Our licensed gas engineer came along.',
      'I trained as a chemist and ended up in the kitchen.',
      'Written by a chartered building surveyor.',
      'I served my apprenticeship with a wheelwright.',
    ],
    nearMisses: [
      'The house has been empty for 13 years.',
      'I have kept the receipt for three years.',
      'They have a warranty of ten years.',
      'He moved to Boston, MA, as a boy.',
      'The FIFA report said so.',
      'It is a registered trademark of theirs.',
      'Do it for a year and see.',
      'She is 31 years old, a keen swimmer.',
    ],
  },
]
