/** An answer of the broker other than success: HTTP status, its error type and its words (fact sheet §4). */
export class KiteError extends Error {
  readonly status: number
  readonly errorType: string

  constructor(status: number, errorType: string, message: string) {
    super(message)
    this.status = status
    this.errorType = errorType
  }

  body(): { status: 'error'; message: string; data: null; error_type: string } {
    return { status: 'error', message: this.message, data: null, error_type: this.errorType }
  }
}

export const kiteErrors = {
  badToken: () => new KiteError(403, 'TokenException', 'Incorrect `api_key` or `access_token`.'),
  badRequestToken: () => new KiteError(403, 'TokenException', 'Token is invalid or has expired.'),
  badChecksum: () => new KiteError(403, 'TokenException', 'Invalid `checksum`.'),
  noPermission: () => new KiteError(403, 'PermissionException', 'Insufficient permission for that call.'),
  ipNotAllowed: (ip: string) =>
    new KiteError(
      403,
      'PermissionException',
      `IP (${ip}) is not allowed to place orders for this app. Update allowed IPs on the Kite developer console.`,
    ),
  missingVersion: () => new KiteError(400, 'InputException', 'Invalid or missing `X-Kite-Version` header.'),
  input: (message: string) => new KiteError(400, 'InputException', message),
  missingInput: (field: string) => new KiteError(400, 'InputException', `Missing or invalid parameter \`${field}\`.`),
  orderTimedOut: () =>
    new KiteError(
      400,
      'OrderException',
      'Order request timed out. Please check the order book and confirm before placing again.',
    ),
  tooManyRequests: () => new KiteError(429, 'NetworkException', 'Too many requests'),
  orderCap: () => new KiteError(429, 'NetworkException', 'Maximum allowed order requests exceeded.'),
  routeNotFound: () => new KiteError(404, 'GeneralException', 'Route not found'),
  methodNotAllowed: () => new KiteError(405, 'GeneralException', 'Method not allowed'),
  general: () => new KiteError(500, 'GeneralException', 'Something went wrong. Please try again after some time.'),
}

/** The broker's own failures, for the 5xx fault. */
export function serverFailure(status: number): KiteError {
  if (status === 502) return new KiteError(502, 'NetworkException', 'Order management system is unavailable.')
  if (status === 503) return new KiteError(503, 'NetworkException', 'Service unavailable.')
  if (status === 504) return new KiteError(504, 'DataException', 'Gateway timed out.')
  return kiteErrors.general()
}
