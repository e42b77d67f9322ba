/** Folder of the data folder in which the chains a minute are stored. */
export const HISTORY_FOLDER = 'history'
