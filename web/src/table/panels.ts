// The panels that can be shown beside the board.
export type Panel = 'board' | 'you' | 'others' | 'log' | 'chat' | 'stack'
