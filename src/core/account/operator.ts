/** The operator of the switch: the other side of what clients pay and settlement accounts get. */
export const OPERATOR_ID = 1
