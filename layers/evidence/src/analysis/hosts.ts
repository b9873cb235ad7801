/** Two-part public suffixes that texts commonly link to. Not the complete Public Suffix List. */
const TWO_PART_SUFFIXES = new Set(
  (
    'co.uk org.uk ac.uk gov.uk nhs.uk me.uk ltd.uk police.uk sch.uk com.au net.au org.au edu.au gov.au asn.au co.nz org.nz govt.nz ac.nz ' +
    'co.za org.za gov.za ac.za co.jp or.jp ne.jp ac.jp go.jp com.br org.br gov.br co.in org.in gov.in ac.in nic.in net.in com.cn org.cn gov.cn edu.cn ' +
    'com.mx gob.mx org.mx com.sg gov.sg edu.sg com.hk gov.hk edu.hk org.hk co.kr go.kr or.kr ac.kr com.tw gov.tw edu.tw org.tw com.tr gov.tr edu.tr ' +
    'com.ar gob.ar com.co gov.co com.my gov.my co.id go.id com.ph gov.ph com.vn gov.vn co.il gov.il org.il ac.il com.pl gov.pl edu.pl com.ua gov.ua ' +
    'gouv.fr asso.fr gv.at ac.at co.at gc.ca on.ca qc.ca bc.ca github.io gitlab.io readthedocs.io blogspot.com wordpress.com substack.com medium.com netlify.app vercel.app pages.dev'
  ).split(' '),
)

/** The host of a URL; undefined for a relative link. */
export const hostOf = (href: string): string | undefined => {
  const address = /^(?:https?:)?\/\/(?:[^/?#@\s]*@)?([^/?#:\s]+)/i.exec(href) ?? /^(www\.[^/?#:\s]+)/i.exec(href)
  const host = address?.[1]?.toLowerCase().replace(/\.$/, '')
  return host?.includes('.') ? host : undefined
}

/** The registrable domain of a host: `bbc.co.uk` for `news.bbc.co.uk`. */
export const registrableOf = (host: string): string => {
  const parts = host.split('.')
  const lastTwoParts = parts.slice(-2).join('.')
  return TWO_PART_SUFFIXES.has(lastTwoParts) ? parts.slice(-3).join('.') : lastTwoParts
}

const STOCK_PHOTO_HOST =
  /(?:^|\.)(?:unsplash|shutterstock|istockphoto|gettyimages|pexels|pixabay|depositphotos|dreamstime|freepik|123rf|alamy|bigstockphoto|adobestock|stocksy|canstockphoto|rawpixel|stockvault|burst\.shopify|canva|vecteezy|envato|stock\.adobe)\./

export const isStockPhoto = (href: string): boolean =>
  STOCK_PHOTO_HOST.test(`${hostOf(href) ?? href.toLowerCase()}.`) || /stock[-_ ]?(?:photo|image)/i.test(href)

/** Primary sources: patterns of all governments, the European Union, standards bodies and research archives. */
const PRIMARY = [
  /(?:^|\.)(?:gov|mil|edu|int|gov\.scot|gov\.wales)$/,
  /(?:^|\.)(?:gov|govt|gob|gouv|gub|go|gv|gc|mil|edu|ac|admin|nhs|parliament|police|judiciary|nic)\.[a-z]{2}$/,
  /(?:^|\.)(?:europa\.eu|bund\.de|bundesbank\.de|admin\.ch|ch\.ch|canada\.ca|regeringen\.se|government\.nl|gesetze-im-internet\.de|normattiva\.it|boe\.es|lovdata\.no|retsinformation\.dk|finlex\.fi|riksdagen\.se|canlii\.org|austlii\.edu\.au|overheid\.nl|rijksoverheid\.nl|belgium\.be|gov\.ie|riksbank\.se)$/,
  /(?:^|\.)(?:doi\.org|arxiv\.org|rfc-editor\.org|ietf\.org|w3\.org|iso\.org|iec\.ch|ieee\.org|itu\.int|who\.int|un\.org|oecd\.org|worldbank\.org|imf\.org|wto\.org|ecma-international\.org|unicode\.org|whatwg\.org|cochrane\.org|cochranelibrary\.com|pubmed\.ncbi\.nlm\.nih\.gov|medrxiv\.org|biorxiv\.org|ssrn\.com|legislation\.gov\.uk|bailii\.org|cve\.org|nice\.org\.uk|nhs\.uk|fsis\.usda\.gov|ifrs\.org|fasb\.org|bis\.org|ecb\.europa\.eu)$/,
]

/** Returns true if a host is on the list of primary sources, such as laws, data and papers. */
export const isPrimary = (host: string): boolean => PRIMARY.some((pattern) => pattern.test(host))

const PAID_LINK =
  /[?&](?:via|referral|refer|invite|promo|coupon|tag|aff\w*|affiliate\w*|ref|refid|irclickid|clickid|partner|partner_?id|awc|awinaffid|utm_source=affiliate|utm_medium=affiliate)=|amzn\.to|\/aff\/|shareasale|awin1|rstyle|go\.skimresources|prf\.hn|\/ref\//i
const PAID_REL = /\b(?:sponsored|affiliate)\b/i

/** Returns true for a paid link, by its URL or its rel. */
export const isPaid = ({ href, title }: { readonly href: string; readonly title: string }): boolean =>
  PAID_LINK.test(href) || PAID_REL.test(title)
