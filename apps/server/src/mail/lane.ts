/** A mail on its way: to whom, and the whole message with its headers. */
export type Mail = { to: string; message: string }

/** One connection's worth of sending: one mail at a time. */
export type Lane = {
  /** Answers what the server said when it took the mail. Throws what it said when it did not. */
  send: (mail: Mail) => Promise<string>
  /** Cuts off whatever is under way. */
  close: () => void
}

export type Transport = { lanes: number; openLane: () => Lane }
