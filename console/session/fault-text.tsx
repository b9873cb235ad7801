export const FaultText = ({ children }: { readonly children: string | undefined }) =>
  children ? (
    <p class="fault" role="alert">
      {children}
    </p>
  ) : null
