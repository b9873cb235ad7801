/** Abbreviations that say what somebody is qualified for, and the words for the same. Points are left out of the text. */
export const CREDENTIALS = `
md|do|mbbs|mb bs|mbchb|frcp|frcs|frcgp|mrcp|mrcs|facc|facp|facs|phd|dphil|edd|psyd|scd|pharmd|mpharm|dds|dmd|bds|dvm|vmd|bvsc|mrcvs
rn|bsn|msn|dnp|aprn|crna|lpn|np|pa-c|rd|rdn|ldn|cdn|pt|dpt|otr|slp|ccc|lcsw|lmft|lpc|bcba|cscs|cpt|ibclc|cdces
jd|llb|llm|esq|kc|qc|tep|cpa|cfa|cfp|aca|acca|fca|cima|chfc|cpcu|cisa|cissp|cism|ceh|oscp|ccie|pmp|cgeip|cipp
msc|mphil|mph|mba|mfa|meng|beng|bsc|peng|rics|mrics|frics|riba|ceng|mice|fca|ase certified|se
frsc|ras|cia|cfe|leed|nasm|acsm|iaq|frs|fsa|asa|ea
board certified|registered nurse|registered dietitian|registered dietician|registered nutritionist|registered pharmacist|registered veterinarian|registered midwife
licensed attorney|licensed lawyer|licensed solicitor|licensed electrician|licensed plumber|licensed contractor|licensed therapist|licensed clinical|licensed professional|licensed psychologist|licensed pharmacist|licensed broker|licensed realtor|licensed surveyor|licensed architect|licensed engineer|licensed insolvency
chartered accountant|chartered engineer|chartered surveyor|chartered financial|chartered tax|chartered physiotherapist|chartered psychologist|certified public|certified financial|certified mechanic|certified technician|certified nurse|certified teacher|certified trainer|certified diabetes|certified information|certified arborist|certified professional|certified home|certified appraiser|certified electrician|certified master|qualified solicitor|qualified accountant|qualified teacher|qualified electrician|qualified mechanic|qualified nurse|master technician|master electrician|master mechanic|master gardener|master's degree|doctorate|doctor of|admitted to the bar|called to the bar|member of the bar|enrolled agent|professor of|associate professor|assistant professor|consultant cardiologist|consultant physician|consultant surgeon|holds a degree|diploma in|degree in|fellow of the royal|fellow of the american
`

/** What somebody does or is called. */
export const ROLES = `
accountant|actuary|administrator|advisor|adviser|agent|agronomist|allergist|analyst|apprentice|arborist|archaeologist|architect|archivist|astronomer|attorney|author|baker|banker|barista|barrister|beekeeper|biologist|boss|botanist|brewer|broker|builder|butcher|buyer|captain|cardiologist|caretaker|carpenter|cashier|ceo|cfo|chairman|chairwoman|chair|chef|chemist|chief|cio|ciso|clerk|clinician|coach|cofounder|co-founder|columnist|commissioner|conservator|consultant|contractor|controller|cook|coordinator|coo|coroner|councillor|counsel|counsellor|counselor|cto|curator|customer|dealer|dean|dentist|deputy|dermatologist|designer|developer|dietician|dietitian|director|dispatcher|doctor|driver|ecologist|economist|editor|electrician|engineer|entrepreneur|epidemiologist|examiner|executive|expert|farmer|fellow|fireman|firefighter|fitter|florist|forester|foreman|founder|gardener|geologist|geriatrician|governor|grower|guide|gynaecologist|gynecologist|handler|head|headteacher|herder|historian|hydrologist|immunologist|innkeeper|inspector|installer|instructor|inventor|investigator|investor|journalist|judge|keeper|landlord|landlady|lawyer|lead|lecturer|librarian|lieutenant|machinist|maintainer|maker|manager|marketer|mason|mayor|mechanic|meteorologist|microbiologist|midwife|miller|minister|neurologist|notary|nurse|nutritionist|officer|oncologist|operator|ophthalmologist|optician|optometrist|organiser|organizer|owner|paediatrician|painter|paralegal|paramedic|partner|pastor|patient|pediatrician|pharmacist|photographer|physician|physicist|physio|physiotherapist|pilot|planner|plumber|postman|potter|practitioner|president|principal|producer|professor|programmer|proprietor|psychiatrist|psychologist|publisher|realtor|rector|referee|registrar|regulator|reporter|representative|researcher|resident|restaurateur|retailer|roofer|ranger|scientist|secretary|seller|senator|sergeant|shepherd|shopkeeper|skipper|social worker|solicitor|specialist|spokesman|spokesperson|spokeswoman|statistician|steward|strategist|student|superintendent|supervisor|surgeon|surveyor|tailor|teacher|technician|technologist|tenant|therapist|toxicologist|trader|trainer|translator|treasurer|trustee|tutor|underwriter|urologist|vet|veterinarian|vice president|vp|virologist|warden|watchmaker|welder|winemaker|writer|zoologist
`

/** Words that say that somebody speaks. */
export const SPEECH = `
said|says|say|saying|told|tells|tell|wrote|writes|write|asked|asks|explained|explains|added|adds|noted|recalled|recalls|replied|replies|answered|answers|argued|argues|claimed|claims|warned|warns|stated|states|remarked|remarks|reported|reports|insisted|insists|admitted|admits|concluded|concludes|observed|observes|commented|comments|advised|advises|put it|puts it|called|calls|quipped|laughed|laughs|shrugged|joked|according to|in the words of|in his words|in her words|in their words|remembers|remembered|summed|sums|emailed|texted|posted|testified|announced|confirmed|confirms|suggested|suggests|believes|thinks|agreed|agrees|sighed|shouted|warning|reads|read
`

/** Names that are nobody's. */
export const NO_AUTHORS = new Set(
  'admin|administrator|staff|team|editor|editors|editorial|guest|author|unknown|anonymous|webmaster|user|contributor|marketing|content|support|the team|our team|editorial team|content team|marketing team|staff writer|guest author|guest writer|editorial staff'.split('|'),
)

/** Words with a capital that are no names. */
export const NO_NAMES = new Set(
  "the|a|an|in|on|at|of|for|to|by|with|from|and|or|but|if|when|while|after|before|since|as|is|are|was|were|be|been|it|its|he|she|they|we|i|you|his|her|their|our|my|your|this|that|these|those|there|here|what|which|who|why|how|where|no|not|yes|so|then|now|all|some|any|each|every|both|more|most|one|two|three|first|last|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|i'm|i've|i'd|i'll|we're|we've|we'd|it's|that's|don't|do|does|did|can|will|would|should|could|let|see|note|source|sources|photo|image|figure|table|updated|published|reviewed|written".split(
    '|',
  ),
)
