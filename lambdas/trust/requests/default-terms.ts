/** What visitors accept where the organisation has no terms of its own: a confidentiality undertaking in plain words. */
export const DEFAULT_TERMS = {
  title: 'Confidentiality terms',
  text: `You ask for a confidential document. By accepting, you agree to the following with the organisation that provides it.

1. Purpose. You use the document only to assess the organisation as a supplier or partner of the company that you name.

2. Confidentiality. You do not pass the document, or what it says, to anybody outside your company. Within it you share it only with those who need it for this purpose and who are bound to keep it confidential. Advisers and auditors who are bound by professional secrecy count as your company.

3. Exceptions. This does not cover what is public without your doing, what you knew before, what you developed by yourself, and what a law or an authority makes you disclose. In the last case you tell the organisation beforehand, where that is allowed.

4. No rights. The document stays the organisation's property. It is provided as it is, and no licence and no warranty comes with it.

5. Marks. Copies may bear your name, company and mail address. You do not remove these marks.

6. Duration. These terms last for three years from your acceptance. On request you delete your copies, apart from those that a law makes you keep.

7. Authority. You confirm that what you say of yourself is true, and that you may accept these terms for your company.`,
  validDays: 7,
  allowedDomains: [],
} as const
