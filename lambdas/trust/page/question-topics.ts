/** Topics of the questions that a page answers. The texts of the questions belong to their author. */
const TOPICS: Readonly<Record<string, string>> = {
  'A&A-02.1': 'independent audits',
  'CEK-03.1': 'encryption of stored and sent data',
  'IAM-05.1': 'least privilege',
  'IAM-14.1': 'strong authentication',
  'IAM-15.1': 'password management',
  'LOG-02.1': 'security and retention of logs',
  'TVM-06.1': 'penetration tests',
  'UEM-06.1': 'screen lock',
  'UEM-08.1': 'disk encryption',
  'UEM-09.1': 'malware protection',
}

/** Returns the topic of a question; undefined for an unknown ID. */
export const questionTopic = (id: string): string | undefined => TOPICS[id]
