/** Subcategories of the NIST Cybersecurity Framework 2.0 (February 2024), as numbers of each category. */
const SUBCATEGORIES: Readonly<Record<string, string>> = {
  'GV.OC': '1 2 3 4 5',
  'GV.RM': '1 2 3 4 5 6 7',
  'GV.RR': '1 2 3 4',
  'GV.PO': '1 2',
  'GV.OV': '1 2 3',
  'GV.SC': '1 2 3 4 5 6 7 8 9 10',
  'ID.AM': '1 2 3 4 5 7 8',
  'ID.RA': '1 2 3 4 5 6 7 8 9 10',
  'ID.IM': '1 2 3 4',
  'PR.AA': '1 2 3 4 5 6',
  'PR.AT': '1 2',
  'PR.DS': '1 2 10 11',
  'PR.PS': '1 2 3 4 5 6',
  'PR.IR': '1 2 3 4',
  'DE.CM': '1 2 3 6 9',
  'DE.AE': '2 3 4 6 7 8',
  'RS.MA': '1 2 3 4 5',
  'RS.AN': '3 6 7 8',
  'RS.CO': '2 3',
  'RS.MI': '1 2',
  'RC.RP': '1 2 3 4 5 6',
  'RC.CO': '3 4',
}

/** Checks for a category or subcategory of CSF 2.0, such as `PR.AA-01`. */
export const isCsf = (id: string): boolean => {
  const [category = '', number] = id.split('-')
  const numbers = SUBCATEGORIES[category]
  return numbers !== undefined && (number === undefined || numbers.split(' ').includes(String(Number(number))))
}
