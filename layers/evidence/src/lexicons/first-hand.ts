export const SELF = `i|we|my|our|i've|we've|i'd|we'd|myself|ourselves`

/** Irregular past forms of first-hand actions; regular ones are recognized by their ending. */
export const IRREGULAR_ACTIONS = new Set(
  'ate|ran|built|bought|brought|drank|drew|drilled|drove|fed|flew|fought|found|gave|grew|held|hung|kept|laid|led|left|lost|made|met|paid|put|read|rebuilt|rode|saw|sat|sent|set|shot|slept|sold|spent|spoke|stood|stuck|swam|swapped|took|taught|tore|went|wore|won|wound|wrote|rewrote|cut|split|shut|dug|sank|sewed|sprayed|threw|tied|wove|burnt|ran|caught|chose|began|broke|froze|hid|hit|lit|rang|shook|showed|slid|spun|struck|swept|fit|lent|bent|came|spilt|reset|reran|sought|stole|heard|watched|withdrew'.split(
    '|',
  ),
)

/** Past forms with the ending of an action that describe thoughts. */
export const THOUGHT_VERBS = new Set(
  'rounded|believed|wanted|loved|hoped|needed|wondered|expected|liked|preferred|realised|realized|decided|enjoyed|regretted|agreed|seemed|appeared|cared|feared|trusted|assumed|guessed|imagined|supposed|wished|used|intended|considered|deserved|mattered|belonged|committed|dedicated|excited|pleased|delighted|proud|interested|convinced|concerned|worried|honoured|honored|thrilled|required|entitled|obliged|supposed|founded|located|based|owned|remained|existed|depended|happened|tended|failed|promised|offered|recommended|advised|provided|helped|served|welcomed|lived|died|aged|thanked|apologised|apologized'.split(
    '|',
  ),
)

/** Nouns and present forms that indicate own work after "my" or "our". */
export const OWN_WORK = `
test|tests|testing|trial|trials|measurement|measurements|experiment|experiments|bench|benchmark|benchmarks|interview|interviews|visit|visits|survey|surveys|log|logs|logbook|notes|notebook|diary|data|dataset|sample|samples|review|audit|inspection|results|readings|records|field work|fieldwork|build|prototype|meter|spreadsheet|workshop|own kitchen|own garden|own car|first attempt|second attempt|runs|tasting|tastings|recordings
`

export const ADVERBS_BEFORE_VERB = new Set(
  "also|then|first|later|recently|once|twice|both|each|all|finally|already|just|only|had|have|has|'ve|personally|still|carefully|eventually|even|always|often|usually|simply|again|next|and|myself|ourselves|jointly|since|soon|so|quickly|slowly|deliberately|therefore|actually|independently|briefly|together".split(
    '|',
  ),
)

/** Groups whose actions count as the author's own, as in "our team". */
export const GROUPS = new Set(
  'team|engineers|engineer|lab|laboratory|crew|researchers|staff|analysts|reporters|editors|students|class|mechanic|mechanics|technicians|technician|reviewers|panel|testers|tester|bakers|cooks|kitchen|workshop|developers|nurses|teachers|colleagues|group|newsroom|studio'.split(
    '|',
  ),
)
