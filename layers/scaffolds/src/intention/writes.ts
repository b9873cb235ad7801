const WRITES =
  /\b(?:creat(?:es?|ing)|adds?|adding|writ(?:es?|ing)|updat(?:es?|ing)|chang(?:es?|ing)|edit(?:s|ing)?|sav(?:es?|ing)|record(?:s|ing)|book(?:s|ing)?\s+an?|submit(?:s|ting)?|register(?:s|ing)?|delet(?:es?|ing)|remov(?:es?|ing)|fil(?:es?|ing)\s+an?|opens?\s+an?|plac(?:es?|ing)\s+an?|manag(?:es?|ing))\b/i

const READS_ONLY =
  /\bread[- ]?only\b|\bonly reads?\b|\b(?:never|not|no|nothing|without)\s+(?:\w+\s+)?(?:writ|chang|updat|creat|edit|modif|delet)/i

/** Whether an intention requests changes of data. "Read only" overrides any verb. */
export const requestsWrites = (intention: string): boolean => WRITES.test(intention) && !READS_ONLY.test(intention)
