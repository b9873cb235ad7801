/** What is wrong with a part of a form, in a line below it; nothing where nothing is. */
export const FaultText = ({ children }: { readonly children: string | undefined }) =>
  children ? (
    <p class="fault" role="alert">
      {children}
    </p>
  ) : null
