export const CAUSES = `
causes|caused by|leads to|led to|lead to|results in|resulted in|reduces|reduced the risk|increases|raises the risk|lowers|lowered|prevents|cures|triggers|improves|improved outcomes|boosts|eliminates|worsens|because of|due to|linked to|associated with|responsible for|drives up|drives down|contributes to|protects against|makes people|thanks to|narrowed because|widened because|rose because|fell because|improved because|grew because|works because|work because|dropped because|happens because|failed because|fail because|won because|succeeded because
`
export const COMPARATIVES = `
better than|worse than|faster than|slower than|cheaper than|stronger than|safer than|higher than|lower than|larger than|smaller than|bigger than|fewer than|longer than|shorter than|outperforms|outperformed|outperform|beats|beat|older than|younger than|lighter than|heavier than|richer than|quieter than|louder than|hotter than|colder than|superior to|inferior to|ahead of|more accurate than|more reliable than|more expensive than|twice as
`
/** Boasts and promises that cannot be verified. Excludes terms of measurement such as "best before". */
export const SUPERLATIVES = `
the best|best in class|best ever|world's best|best on the market|best in the world|best money can buy|number one|no 1|the only|the greatest|the most advanced|the most powerful|the most effective|the most reliable|the most trusted|the most accurate|the most popular|the most comprehensive|the most feared|the most successful|the most important|the most complete|the most loved|the most respected|the most innovative|the most affordable|the most secure|the fastest|the safest|the strongest|the easiest|the finest|the ultimate|the leading|the smartest|the surest|the toughest|the quietest|the perfect|unbeatable|unrivalled|unrivaled|unmatched|unparalleled|unsurpassed|second to none|world class|world leading|market leading|industry leading|revolutionary|game changing|game changer|groundbreaking|miracle|miraculous|magic bullet|foolproof|fail safe|bulletproof|flawless|perfect solution|like no other|nothing comes close|nothing beats|no one else|nobody else|state of the art|cutting edge|one of a kind|the most efficient|the most delicious|the most beautiful|the most talented|the most experienced|the most qualified|the most durable|the most complete|the purest|the freshest|the cleanest|the cheapest|the quickest|the largest selection|without equal|without peer|has no equal|has no rival|in a class of its own|top rated|top quality|best loved|best selling|better than any|better than all|beats any|beats every|beats all|outperforms all|outperforms every|unequalled|unequaled|peerless|matchless|gold standard|never been beaten|a must have
`
export const GUARANTEES = `
guaranteed|guarantee|guarantees|we guarantee|100% safe|risk free|zero risk|no risk|without risk|cannot lose|can't lose|can not lose|never fails|never lost|never fail|will never fail|always works|works every time|works for everyone|completely safe|totally safe|perfectly safe|absolutely safe|no side effects|without side effects|cures all|permanently cures|instant results|results guaranteed|money back guarantee|you will never|never again|once and for all|100% effective|100 effective|100 safe|100 accurate|100 secure|100 natural|unhackable|impossible to hack|zero downtime|no downside|cannot go wrong|can't go wrong|certain to|sure to double|will double your|proven to cure|eliminates all|every single time
`
export const DENIALS = new Set(
  "not|no|none|never|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|cannot|can't|won't|nobody|nothing|hardly|neither|nor|without|rarely|avoid|beware|if|whether|wouldn't|couldn't|any|claims|claimed|claim|promise|promises|promised|called|calls|suspicious|distrust|skeptical|sceptical".split(
    '|',
  ),
)
/** Words of write-good 1.0.8, which are from weasel-words 0.1.1 (MIT), without "too many" and "too few". */
export const WEASELS = `
are a number|clearly|completely|exceedingly|excellent|extremely|fairly|few|huge|interestingly|is a number|largely|many|mostly|obviously|quite|relatively|remarkably|several|significantly|substantially|surprisingly|tiny|various|vast|very
`
