/** How figures were come by. */
export const METHODS = `
we surveyed|we sampled|i sampled|we measured|i measured|i weighed|we weighed|i timed|we timed|i logged|we logged|i counted|we counted|i recorded|we recorded|we tracked|i tracked|we polled|we tallied|i tallied|i kept a log|we kept a log|we searched
measured with|measured using|measured by immunoassay|measured by gas|was measured by|were measured by|measured on|measured at|measured over|measured from|weighed on|weighed with|timed with|timed by|recorded with|recorded by|recorded on|logged with|logged by|logged every|logged on|tested on a|tested with a|calculated from|derived from|taken from|drawn from|computed from|estimated from|counted from|counted by|based on data|based on our|based on interviews|based on a sample|based on a survey|with a meter|with a scale|with a probe|with a calibrated|calibrated|data logger|clamp meter|kitchen scale|digital scale|bench scale|stopwatch|stop watch|sample of|sample size|the sample|random sample|randomly selected|randomised|randomized|double blind|placebo|control group|controlled trial|cohort|participants|respondents|questionnaire|survey of|meta analysis|systematic review|confidence interval|margin of error|standard deviation|median of|mean of|averaged over|methodology|method|methods|fieldwork|field work|log analysis|server logs|access logs|the logs|query log|audit of|records from|from our own data|data were|data was|figures come from|figures are from|numbers come from|numbers are from|times come from|n =|load test|test rig|test bench|same route|same load|a b test|split test|interviews with|time sheet|discharge meter|plug meter|power meter|dynamometer|thermometer|multimeter|dyno
`
/** Headings of a part that says so. */
export const METHOD_HEADINGS = `
method|methods|methodology|how we tested|how i tested|how we measured|how i measured|how we did|how i did|how it was measured|how this was|how we know|how we worked|how the figures|how we counted|how i counted|how we ran|about the data|about the survey|about this data|the data|data and|test setup|test set up|setup|the setup|sample|sampling|procedure|protocol|the test|the tests|the experiment|how these numbers|where the numbers|where these numbers|where the figures|our sample|study design|how we got|what we did|what i did|what we measured|what i measured
`
/** What a text says of its own limits. */
export const LIMITS = `
word of caution|words of caution|bear in mind|may not work for you|might not work for you|what worked for me|no way to tell|yours may differ|yours will differ|has limits|has its limits|have limits|the limits of this|limits of this|is not a survey|is not a census|does not treat|does not address|does not consider|may change after|may have changed since|scope of|does not deal with|do not deal with|doesn't deal with|covers only|only covers|too few to|too small to|may date|not a study|not a survey|is not a trial|no untreated|cannot separate|can't separate|hard to separate|cannot rule out|can't rule out|could not rule out|could not check|could not test|not a fair test|is not evidence
limitation|limitations|caveat|caveats|limits of|does not cover|do not cover|did not cover|does not show|cannot show|can not show|cannot tell|cannot say|can't say|can't tell|did not test|didn't test|did not measure|didn't measure|not tested|have not tested|haven't tested|we have not|small sample|sample is small|sample was small|one household|a single household|single site|may not generalise|may not generalize|may not apply|might not apply|not representative|does not represent|results may vary|results will vary|your mileage|mileage may vary|not be taken as|no control group|should be read with|with caution|treat these figures|treat these numbers|grain of salt|pinch of salt|beyond the scope|out of scope|outside the scope|further research|more research|more work is needed|i did not check|i did not measure|i did not test|not proof|is no proof|does not prove|do not prove|cannot prove|shortcomings|weaknesses|what this does not|what we do not know|what we don't know|what i do not know|what i don't know|anecdotal|self reported|where this falls short|what this account cannot|uncertainty|uncertainties|not a controlled|unverified
`
/** What a disclaimer says, in texts that touch health, law, money or rules of food. */
export const DISCLAIMERS = `
not a doctor|not a lawyer|not an attorney|not a solicitor|not a financial|not an accountant|not a nutritionist|not a dietitian|not a vet|take legal advice|take professional advice|take medical advice|guidance only
not medical advice|not legal advice|not financial advice|not investment advice|not tax advice|not advice|no medical advice|no legal advice|no substitute for|not a substitute|not a replacement for|not replace|cannot replace|can't replace|general information|informational purposes|information purposes|educational purposes|information only|educational only|for information only|does not constitute|do not constitute|not constitute|not intended as|not intended to|should not be taken as|not be relied|not be construed|consult your|consult a|consult an|consult with a|talk to your doctor|speak to your doctor|talk to a|speak to a|speak with a|speak to your|talk to your|see your doctor|ask your doctor|ask your pharmacist|ask your vet|seek medical|seek legal|seek professional|seek advice|seek independent|professional advice|independent advice|legal advice from|medical advice from|advice of a|disclaimer|past performance|capital at risk|capital is at risk|may lose value|could lose money|no attorney client|attorney client relationship|solicitor client relationship|check with your|qualified professional|qualified adviser|qualified advisor|licensed professional|your own doctor|your own lawyer|your own solicitor|own adviser
`
/** What makes a disclosure due. */
export const TRIGGERS = `
affiliate|affiliates|sponsored|our sponsor|our sponsors|sponsorship|paid partnership|in partnership with|gifted|gifted by|press sample|review unit|loaned us|lent us|free sample|free samples|sent us free|sent me free|free unit|promo code|discount code|voucher code|coupon code|use code|use my code|ai assisted|ai generated|chatgpt|gpt|generated with|generated by ai|language model|with the help of ai|ai tool|ai tools|ai helped|written with ai|advertorial|brand ambassador|hosted stay|complimentary|free of charge|a commission|on commission|commission on|commission from|commission if|commissions from|commissions on|referral|referral link
`
/** What a disclosure says. */
export const DISCLOSURES = `
are an affiliate|am an affiliate|are paid for|am paid for|are paid when|am paid when|affiliate link|affiliate links|pays me a commission|pays us a commission|commission for each|commission on each|of each order come to|of each sale come to|disclosure|disclosures|was ai assisted|is ai assisted|were ai assisted|hosted by|guest of|guests of|paid for my|paid for our|paid for the|full disclosure|declaration of interest|conflict of interest|conflicts of interest|we may earn|may earn a|i may earn|we earn|i earn|earns a commission|earn a commission|earn commission|a small commission|get a commission|receive a commission|was paid|were paid|paid for by|paid us|paid me|is paid|sponsored by|sponsored post|sponsored this|this post is sponsored|this article is sponsored|sponsor had no|sponsors had no|contains affiliate|affiliate links in|affiliate links are|links are affiliate|some links|some of the links|at no extra cost|no extra cost to you|in exchange for|in return for|was gifted|were gifted|gifted to us|gifted to me|lent the|lent us|loaned the|loaned us|supplied free|sent free|free of charge|provided free|provided the|we received|i received|received no|no payment|not paid|paid nothing|bought with our own|paid full price|own money|drafted with|drafted by|written with the help|with the help of ai|ai was used|used ai|used chatgpt|used an ai|with ai assistance|ai assisted draft|edited by a human|checked by a human|reviewed by a human|human editor|generated with ai|advertisement|paid promotion|paid partnership with|returned after|goes back after|had no say|no say in|no influence
`
/** What is done to a text by who looks it over, and what that is called. */
export const REVIEWED = `
reviewed|checked|fact checked|double checked|vetted|verified|approved|read over|looked over|gone over|went over|read through|read and approved|read and corrected|signed off|validated|corrected|proofed|review|reviewer|reviewers|fact checker|fact check|legal check|medical check|technical check|second reader|clinical adviser|clinical advisor|medical adviser|medical advisor|read this|read it|read a draft|read the draft|read an earlier|read in draft|read for accuracy
`
/** What names a source, where no link does. */
export const CITING = `
study has found|study found|studies have found|study shows|studies show|trial found|review found|analysis found|same page|same law|same act|same rules|same guide|same paper|same notice|same leaflet|same order|same statute|same tables|same table|same study|same report|same survey|same method|same data|same source|same figures|the study|the trial|the cohort|as above|pooled study|
according to|as reported by|reported by|published by|published in|data from|figures from|statistics from|study by|survey by|survey of|in a survey|report by|research by|study in|study from|a study|review in|trial in|paper in|source|sources|cited in|as cited|citing|found by|estimates from|estimate by|numbers from|census|et al|guidance from|guidance of|the annual report|annual report|white paper
`
/** Words that make a sentence with a year a citation. */
export const REFERRING = `
study|studies|report|survey|surveys|paper|guidance|guideline|guidelines|published|review|trial|according|data|dataset|research|release notes|census|statistics|analysis|edition|standard|act|regulation|bulletin|et al|journal|estimate|estimates|figures|findings|retrieved|accessed|documentation|advisory|assessment|handbook
`
/** What samples are made of. */
export const SAMPLED = new Set(
  'respondents|participants|patients|people|adults|users|customers|households|families|companies|firms|businesses|schools|teachers|students|pupils|children|volunteers|subjects|records|cases|samples|responses|interviews|observations|measurements|readings|runs|trials|tests|transactions|orders|agreements|contracts|listings|homes|houses|properties|sales|sites|pages|websites|articles|posts|emails|messages|requests|queries|sessions|words|sentences|documents|files|images|cars|vehicles|drivers|owners|trips|loaves|batches|plants|trees|stores|shops|restaurants|products|items|tickets|incidents|outages|claims|invoices|accounts|subscribers|members|clinics|hospitals|doctors|nurses|lawyers|attorneys|farms|growers|rows|repositories|builds|commits|deployments|devices|servers|reviews|visits|calls|meals|recipes|bottles|specimens|women|men|employees|workers|managers|buyers|sellers|tenants|landlords|parents|dogs|cats|births|deaths|filings|judgments|decisions|audits|inspections|complaints|surveys|questionnaires|entries|events|campaigns|ads|clicks|visitors|leads|shoppers|carts|checkouts|returns|deliveries|shipments|parcels|applications|loans|mortgages|funds|portfolios|trades|prices|quotes|charges|cells|batteries|miles|kilometres'.split(
    '|',
  ),
)
export const SAMPLE_CUES = `
survey|surveyed|sample|sampled|dataset|data set|database|cohort|polled|poll|study|audit|audited|interviewed|analysis|analysed|analyzed|logged|recorded|collected|tested|measured|reviewed|examined|tracked|followed|registry|census|panel|log|logs|records|trial|corpus|n =
`
export const CASE_HEADINGS = `
case study|before and after|case report|the result|the results|results|what changed|outcome|the outcome
`

/** Advice that a disclaimer says it is not. */
export const ADVICE = `
medical advice|legal advice|financial advice|investment advice|tax advice|nutritional advice|professional advice|health advice|dietary advice|advice
`
/** Things that measure, count or keep a figure. */
export const INSTRUMENTS = `
obd reader|card reader|glucometer|cuff|oximeter|hydrometer|gps|trip computer|scale|scales|probe|meter|meters|ledger|watch|notebook|ruler|log|logbook|spreadsheet|thermometer|gauge|stopwatch|invoice|invoices|receipt|receipts|bill|bills|statement|statements|counter|monitor|dynamometer|tape|tape measure|calipers|callipers|caliper|multimeter|odometer|timer|sensor|sensors|clock|datasheet|diary|tally|analyser|analyzer|oscilloscope|refractometer|scanner|tracker|dashboard|lab report|test strip|test strips
`
/** How far a boast reaches. */
export const REACHES = `
in retail|in tech|in fashion|in medicine|in finance|in business|in software|in the trade|in the game|in wales|in england|in scotland|in ireland|in britain|in the uk|in london|in the us|in the usa|in canada|in australia|in new zealand|in india|in africa|in asia|in germany|in france|in texas|in california|in florida|in new york|in the county|in the region|in the district|in the world|on the planet|on earth|in europe|in america|in the country|in the state|in the city|in town|on the market|in the market|you can buy|money can buy|ever made|of all time|in the industry|in its class|in history|in the business|anywhere|in the region|in the universe|known to man|ever seen
`

/** Own tests, where they are named again. */
export const OWN_TESTS = `
on the same|in the same|under the same|at the same|five times|three times|ten times|each time|the test|the tests|both tests|that test|that method|the same count|the same test|same clock|the count|the sheet|the experiment|our test|my test|our tests|my tests|by that measure|by this measure|by that count|by my count|by our count|in our box|in our sample|in my sample|in our readings|those readings|these readings|the readings|my readings|our readings|measured as above|weighed as above|on the cards|from the cards|in my log|in our log|the first run|the second run|on day|in the trial week|the bench|the runs|each run|both runs|the replay
`
