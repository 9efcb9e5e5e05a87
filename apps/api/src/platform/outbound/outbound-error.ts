/** Why an address was not fetched. `refused`: another try would end the same; `failed`: it may succeed later. */
export class OutboundError extends Error {
  override name = 'OutboundError';

  constructor(
    readonly kind: 'refused' | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
