import type { Content } from '@signet/evidence'

/** A text with a gap, and its twin without; nothing else differs. */
export interface Twins {
  readonly id: string
  readonly difference: string
  readonly withGap: Content
  readonly withoutGap: Content
}

const twins = (
  id: string,
  difference: string,
  bodyWithGap: string,
  bodyWithoutGap: string,
  fields: Partial<Content> = {},
): Twins => ({
  id,
  difference,
  withGap: { ...fields, body: bodyWithGap },
  withoutGap: { ...fields, body: bodyWithoutGap },
})

const LOAF = 'The crumb was open and the crust was brown.'

/** For each requirement of eeat-core, several wordings that satisfy it. */
export const TWINS: readonly Twins[] = [
  twins('EXP-01', 'a deed of the author', LOAF, `${LOAF} I weighed each loaf.`),
  twins('EXP-01', 'a deed behind an adverb', `We believe in bread. ${LOAF}`, `We then measured the crumb. ${LOAF}`),
  twins('EXP-01', 'own work', `Our customers love it. ${LOAF}`, `In our tests it rose. ${LOAF}`),
  twins(
    'EXP-01',
    'the author, and not who is quoted',
    `“I weighed every loaf twice,” said Ann Lee. ${LOAF}`,
    `I weighed every loaf twice. ${LOAF}`,
  ),
  twins('EXP-02', 'a figure', 'I weighed the loaves.', 'I weighed the loaves: 31 loaves.'),
  twins('EXP-02', 'a place', 'I visited a mill.', 'I visited a mill in Harrogate.'),
  twins('EXP-03', 'an alternative text of four words', '![chart](a.png) x', '![Size of the index](a.png) x'),
  twins(
    'EXP-03',
    'an image of nobody’s stock',
    '![A desk in the sun](https://images.unsplash.com/a) x',
    '![A desk in the sun](/a.jpg) x',
  ),
  twins('EXP-04', 'from and to', 'Waste is 8 kg a week.', 'Waste fell from 19 kg to 8 kg a week.'),
  twins('EXP-04', 'a range is no change', 'It takes from 2 to 5 days.', 'It was cut from 5 days to 2.'),
  twins(
    'EXP-05',
    'who is quoted, with a role',
    `"It rose like a balloon all night." ${LOAF}`,
    `"It rose like a balloon all night," said Kim Day, head baker at Brodie's. ${LOAF}`,
  ),
  twins('XPT-01', 'a byline', `# Bread\n\n${LOAF}`, `# Bread\n\nBy Jane Doe\n\n${LOAF}`),
  twins('XPT-01', 'a line with a date', `# Bread\n\n${LOAF}`, `# Bread\n\n*Ravi Menon · 9 July 2026*\n\n${LOAF}`),
  twins('XPT-01', 'a reviewer is no author', `Reviewed by Jane Doe\n\n${LOAF}`, `Written by Jane Doe\n\n${LOAF}`),
  twins('XPT-02', 'a credential', `Ask Jane Doe. ${LOAF}`, `Ask Jane Doe, M.D. ${LOAF}`),
  twins('XPT-02', 'years in a field', `The house is 20 years old. ${LOAF}`, `She has 20 years in baking. ${LOAF}`),
  twins('XPT-02', '"do" is no doctor of osteopathy', `Do not open the oven. ${LOAF}`, `Kim Day, DO, agrees. ${LOAF}`),
  twins(
    'XPT-03',
    'name and title',
    '"It rose like a balloon all night," said a baker.',
    '"It rose like a balloon all night," said Kim Day, head baker.',
  ),
  twins(
    'XPT-04',
    'how it was measured',
    'It lost 4 g, 5 g and 6 g of water.',
    'It lost 4 g, 5 g and 6 g of water, weighed on a scale.',
  ),
  twins(
    'XPT-05',
    'who reviewed it',
    `Jane Doe, RN, likes bread. ${LOAF}`,
    `Medically reviewed by Jane Doe, RN. ${LOAF}`,
    { domains: ['medical'] },
  ),
  twins(
    'AUT-01',
    'a second site',
    `[a](https://a.com/1) [b](https://www.a.com/2) ${LOAF}`,
    `[a](https://a.com/1) [b](https://b.co.uk/2) ${LOAF}`,
  ),
  twins(
    'AUT-01',
    'a site of others',
    `[a](https://a.com/1) [b](https://me.com/2) ${LOAF}`,
    `[a](https://a.com/1) [b](https://b.com/2) ${LOAF}`,
    { sourceUrl: 'https://me.com/x' },
  ),
  twins('AUT-02', 'a government', `[a](https://gov.example.com) ${LOAF}`, `[a](https://www.gov.uk/bread) ${LOAF}`),
  twins('AUT-02', 'a number of a paper', `Smith has shown it. ${LOAF}`, `Smith has shown it, doi:10.1000/182. ${LOAF}`),
  twins('AUT-03', 'a late year', 'According to the 2019 survey it rose.', 'According to the 2025 survey it rose.'),
  twins('AUT-04', 'a size', 'We looked at a sample of households.', 'We looked at a sample of 400 households.'),
  twins(
    'TRU-01',
    'a source',
    'Bread loses 12% of its weight.',
    'Bread loses 12% of its weight ([FSA](https://www.food.gov.uk)).',
  ),
  twins(
    'TRU-01',
    'a source in the next sentence',
    'Bread loses 12% of its weight. So it is.',
    'Bread loses 12% of its weight. So the study found.',
  ),
  twins('TRU-02', 'a boast', 'This is the best oven in the world.', 'This is a good oven.'),
  twins('TRU-02', 'a promise that is denied', 'It is guaranteed to rise.', 'It is not guaranteed to rise.'),
  twins('TRU-02', 'a practice is no boast', 'It is simply the best.', 'It is simply the best practice.'),
  twins(
    'TRU-03',
    'a disclosure',
    'Buy it [here](https://shop.com/?tag=me-20).',
    'Buy it [here](https://shop.com/?tag=me-20). We may earn a commission.',
  ),
  twins('TRU-04', 'a date', LOAF, `Updated 14 February 2026. ${LOAF}`),
  twins(
    'TRU-06',
    'a speaker',
    '"It rose like a balloon all night." Rain fell.',
    '"It rose like a balloon all night," said Ann Lee. Rain fell.',
  ),
  twins('TRU-06', 'a partner', 'She said "it rose all night.', 'She said "it rose" all night.'),
  twins('TRU-08', 'a disclaimer', LOAF, `${LOAF} This is not legal advice.`, { domains: ['legal'] }),
]
